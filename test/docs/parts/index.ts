/** All that documents can have between markers. */
import type { Parts } from '../markers';
import { exampleParts } from './examples';
import { fieldParts } from './fields';
import { folderParts } from './folders';
import { installParts } from './install';
import { measuredParts } from './measured';
import { numberParts } from './numbers';
import { operationParts } from './operations';
import { repeatRuleParts } from './repeatRules';
import { triggerParts } from './trigger';
import { versionHistoryParts } from './versionHistory';

/** By the names of their markers; each is made only where a document has its marker. */
export const PARTS: Parts = {
	...exampleParts,
	...fieldParts,
	...folderParts,
	...installParts,
	...measuredParts,
	...numberParts,
	...operationParts,
	...repeatRuleParts,
	...triggerParts,
	...versionHistoryParts,
};
