import type { INodeParameters } from 'n8n-workflow';

/** A resource locator as a saved workflow has it; the value may be an expression. */
const chosen =
	(mode: string) =>
	(value: string): INodeParameters => ({ __rl: true, mode, value });

export const byId = chosen('id');

export const byEmail = chosen('email');

export const fromList = chosen('list');

/** What a locator, or a plain value, names. */
export const plainValue = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
