import type {Endpoint, Reply, Request} from '../../contract/endpoint.ts';
import type {Caller} from '../accounts.ts';
import type {ServiceContext} from '../context.ts';

/**
One handler for each endpoint of the contract; a missing one is a compile error. Handlers throw refusals synchronously:
a promise that rejects later does not undo the transaction.
*/
export type HandlersOf<Rows extends Record<string, Endpoint>> = {
	[Name in keyof Rows]: (
		service: ServiceContext,
		caller: Caller,
		request: Request<Rows[Name]>,
	) => Reply<Rows[Name]> | Promise<Reply<Rows[Name]>>;
};
