import type {EventEmitter} from 'node:events';

/** Facts that the router finds about a request. */
export type RequestFacts = {
	/** The path of the endpoint with its placeholders, such as `/server/{serverId}/stop`; undefined if there is none. */
	route?: string;
	requestId?: string;
	/** The address of the client. */
	address?: string;
	/** What carries it. */
	connection?: Pick<EventEmitter, 'once'>;
	/** The id of the account behind the credentials. */
	accountId?: string;
};
