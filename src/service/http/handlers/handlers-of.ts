import type {ByName} from '../../../lib/json/maps.ts';
import type {Endpoint, Reply, Request} from '../../../contract/endpoint.ts';
import type {Caller} from '../../access/accounts.ts';
import type {ServiceContext} from '../../context.ts';
import type {Reading, Transaction} from '../../records/repositories.ts';

/**
One handler for each endpoint of the contract; a missing one is a compile error. A handler may run several times and
awaits nothing but its records: it changes them in its transaction and does everything else in `afterCommit`. If its reply
is only known later, it returns a function.
*/
export type HandlersOf<Rows extends ByName<Endpoint>> = {
	[Name in keyof Rows]: (
		service: ServiceContext,
		caller: Caller,
		request: Request<Rows[Name]>,
		records: Rows[Name]['method'] extends 'GET' ? Reading : Transaction,
	) => Answer<Reply<Rows[Name]>> | Promise<Answer<Reply<Rows[Name]>>>;
};

type Answer<Result> = Result | ((gone: AbortSignal) => Promise<Result>);
