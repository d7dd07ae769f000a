import type {Endpoint, Reply, Request} from '../../contract/endpoint.ts';
import type {Caller} from '../accounts.ts';
import type {ServiceContext} from '../context.ts';
import type {Reading, Transaction} from '../repositories.ts';

/**
One handler for each endpoint of the contract; a missing one is a compile error. A handler may run several times: it
changes records in its transaction and does everything else in `afterCommit`. If its reply is only known after the commit,
it returns a function.
*/
export type HandlersOf<Rows extends Record<string, Endpoint>> = {
	[Name in keyof Rows]: (
		service: ServiceContext,
		caller: Caller,
		request: Request<Rows[Name]>,
		records: Rows[Name]['method'] extends 'GET' ? Reading : Transaction,
	) => Answer<Reply<Rows[Name]>> | Promise<Answer<Reply<Rows[Name]>>>;
};

type Answer<Result> = Result | (() => Promise<Result>);

/**
Handlers within a synchronous transaction of the store. They throw refusals synchronously: a promise that rejects later
does not undo the transaction.
*/
export type SynchronousHandlersOf<Rows extends Record<string, Endpoint>> = {
	[Name in keyof Rows]: (
		service: ServiceContext,
		caller: Caller,
		request: Request<Rows[Name]>,
	) => Reply<Rows[Name]> | Promise<Reply<Rows[Name]>>;
};
