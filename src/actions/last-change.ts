import type {PowerVerb} from '../contract/power.ts';

/**
The latest recorded change of a server's state (`state` undefined: to none or an unknown one; `at` 0: none is recorded),
and what may have caused it.
*/
export type LastChange = {
	serverId: string;
	at: number;
	from?: string | undefined;
	state: string | undefined;
	/** The server was seen RESTARTING since it was up. */
	isRestart?: true;
	/** The user's last power action, and from which time it may have changed the state, epoch ms. */
	action?: {verb: PowerVerb; at: number};
};
