import type {CapabilityListener} from '../../client/rest/extensions.ts';
import type {CallReport} from '../../client/rest/exchange.ts';
import type {Wire} from '../../client/rest/wire.ts';
import type {Middleware} from '../../contract/call.ts';
import type {Credentials} from '../../contract/credentials.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import type {OpenFeed} from '../../contract/packets.ts';
import type {Clock} from '../../lib/time/clock.ts';
import type {Diagnostics} from '../output/diagnostics.ts';

export type Connection = {
	api: Api;
	/** undefined if the feed is disabled in the configuration. */
	openFeed: OpenFeed | undefined;
	/** The current credentials: from the configuration, or from a later read. */
	credentials: () => Credentials | undefined;
	/**
	Resolves to true once the requested actions are carried out, if this process runs the service; to false at once if it does
	not. Ends early when the signal is aborted.
	*/
	carriedOut: (signal: AbortSignal) => Promise<boolean>;
	/** A service that ends with its command first finishes the requested actions, until the signal is aborted. */
	close: (signal: AbortSignal) => Promise<void>;
};
export type ConnectOptions = {
	clock: Clock;
	random: () => number;
	onBug: (bug: unknown) => void;
	/** Called when the service turns out to have or lack an extension. */
	capabilities?: CapabilityListener | undefined;
	/** Reads refused credentials again, for a program that runs long enough for them to change. */
	rereads?: boolean | undefined;
	/** Called for every attempt to call the service. */
	onCall?: ((report: CallReport) => void) | undefined;
	/** What the front end does with each call, the outermost first. */
	middleware?: readonly Middleware[] | undefined;
	/** The log file, if there is one. */
	diagnostics?: Pick<Diagnostics, 'onCall' | 'onFrame'> | undefined;
	/** A service of this process opens after it: the first paint. */
	ready?: Promise<void> | undefined;
	/** The feed opens after it: the first list. */
	quiet?: Promise<void> | undefined;
	/** The environment of own servers. */
	env: NodeJS.ProcessEnv;
	/** The kind of process that runs the local service if no other one does. */
	runner: 'session' | 'command';
	/** Reports how the end of the local service affects the requested actions. */
	say: (sentence: string) => void;
};

/** A service that this process opens, or finds in another process of this machine. */
export type Embedded = {
	wire: Wire;
	dial: () => Promise<OpenFeed>;
	carriedOut: Connection['carriedOut'];
	close: Connection['close'];
};
