import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { flagOption, isOn } from './flag';

export const PREVIEW_ONLY = 'previewOnly';

/** Of every operation that writes. Who adds it wants a preview: it is on as soon as it is there. */
export const previewOnly = flagOption({
	displayName: 'Preview Only',
	name: PREVIEW_ONLY,
	default: true,
	// n8n's AI builder takes the default of an option for what holds without it.
	builderHint: { propertyHint: 'Leave it out to write' },
	description:
		'Whether to only show what would be written. Nothing is written, but records are looked up as in a real run.',
});

/** Whether an item is only shown, and not written: in doubt, `previewOnly` has refused it. */
export const isPreviewOnly = (context: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): boolean =>
	isOn(context, { ...previewOnly, default: false });
