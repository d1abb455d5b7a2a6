import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** One way to use an operation. */
export interface Variant {
	what: string;
	parameters: INodeParameters;
	items?: IDataObject[];
}
