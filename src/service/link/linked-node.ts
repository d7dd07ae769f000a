import type {ServiceContext} from '../context.ts';
import type {LinkRecord, NodeRecord} from '../records/records.ts';
import type {Transaction} from '../records/repositories.ts';

/** A node whose servers run on another machine, within a transaction. */
export type LinkedNode = {
	service: ServiceContext;
	records: Transaction;
	/** As it was at the beginning of the transaction. */
	node: NodeRecord & {link: LinkRecord};
};

export const isLinkedNode = (node: NodeRecord | undefined): node is LinkedNode['node'] =>
	node?.link !== undefined;

export function nameOf({id, settings}: NodeRecord): string {
	const {name} = settings;
	return typeof name === 'string' ? name : id;
}
