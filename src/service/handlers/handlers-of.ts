import type {Endpoint, Reply, Request} from '../../contract/endpoint.ts';
import type {Caller} from '../accounts.ts';
import type {ServiceContext} from '../context.ts';

/** One handler for each endpoint of the contract; a missing one is a compile error. Handlers throw `Refusal`,
never reject with one that could be known before a commit. */
export type HandlersOf<Rows extends Record<string, Endpoint>> = {
	[Name in keyof Rows]: (
		service: ServiceContext,
		caller: Caller,
		request: Request<Rows[Name]>,
	) => Reply<Rows[Name]> | Promise<Reply<Rows[Name]>>;
};
