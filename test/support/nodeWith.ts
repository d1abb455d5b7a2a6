import type { IExecuteFunctions } from 'n8n-workflow';
import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node';

/** The node, in a context of n8n that has these members in place of its own. */
export const nodeWith = (members: Partial<IExecuteFunctions>): AudiencePage =>
	new (class extends AudiencePage {
		override async execute(this: IExecuteFunctions) {
			const context = Object.assign(Object.create(this) as IExecuteFunctions, members);
			return await AudiencePage.prototype.execute.call(context);
		}
	})();
