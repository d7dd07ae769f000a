import type {Credentials} from './credentials.ts';
import type {CallOptions, Endpoint} from './endpoint.ts';
import type {Api} from './endpoints/index.ts';

/** A call of a method of the client, on its way to the service. */
export type Call<Name extends keyof Api = keyof Api> = {
	name: Name;
	/** undefined for `raw`. */
	row: Endpoint | undefined;
	method: string;
	/** Method and path without ids, for errors and logs: `GET /server/by-team/{teamId}`. */
	request: string;
	input: NonNullable<Parameters<Api[Name]>[0]>;
	options: CallOptions;
	/** Sent with each request of the call. */
	credentials: Credentials | undefined;
};

export type Next = (call: Call) => Promise<unknown>;
/** Does something before, after or instead of a call. `next` makes it, and may be called again. */
export type Middleware = (call: Call, next: Next) => Promise<unknown>;

type Handlers = {
	[Name in keyof Api]?: (call: Call<Name>, next: () => ReturnType<Api[Name]>) => ReturnType<Api[Name]>;
};

/** A middleware for the calls with these names; it passes on all others. */
export const onCalls =
	(handlers: Handlers): Middleware =>
	(call, next) => {
		// The handler has the types of the method with this name.
		const handler = handlers[call.name] as
			((call: Call, next: () => Promise<unknown>) => Promise<unknown>) | undefined;
		return handler ? handler(call, () => next(call)) : next(call);
	};
