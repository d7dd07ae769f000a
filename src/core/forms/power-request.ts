import type {ActionInput} from '../../actions/activity.ts';
import {endpoints, type Api} from '../../contract/endpoints/index.ts';
import {requestOf, type PlainRequest} from '../../contract/request.ts';
import {optionWords} from './same-as.ts';

export type PowerAct = 'start' | 'stop' | 'restart';

/** What the dialogs ask besides the server; without a delay it is done at once. */
export type PowerValues = {
	/** Minutes. */
	delay?: number | undefined;
	/** Said to the players before a delayed act. */
	message?: string | undefined;
	/** Kills the process; only of a stop. */
	force?: boolean;
};

/** The request as it is shown, and how it is sent: one set of fields for both. (Specification: Start, Stop, Restart) */
export function powerRequest(
	act: PowerAct,
	serverId: string,
	{delay, message, force = false}: PowerValues,
): {plain: () => PlainRequest; send: (api: Api) => Promise<void>} {
	const delayed = {serverId, ...(delay !== undefined && {delayMinutes: delay})};
	switch (act) {
		case 'start':
			return {
				plain: () => requestOf(endpoints.startServer, {serverId}),
				send: api => api.startServer({serverId}),
			};
		case 'stop': {
			const input = {
				...delayed,
				...(force && {forceStop: true}),
				...(message !== undefined && {delayedStopMessage: message}),
			};
			return {plain: () => requestOf(endpoints.stopServer, input), send: api => api.stopServer(input)};
		}
		case 'restart': {
			const input = {...delayed, ...(message !== undefined && {delayedRestartMessage: message})};
			return {plain: () => requestOf(endpoints.restartServer, input), send: api => api.restartServer(input)};
		}
	}
}

/** The same as the journal keeps it. */
export const powerInput = ({delay, message, force = false}: PowerValues): ActionInput => ({
	...(delay !== undefined && {delayMinutes: delay}),
	...(message !== undefined && {message}),
	...(force && {force}),
});

/** The same as flags of a command line. */
export const powerWords = ({delay, message, force = false}: PowerValues): string[] => [
	...(delay === undefined ? [] : ['--delay', String(delay)]),
	...(message === undefined ? [] : optionWords('--message', message)),
	...(force ? ['--force'] : []),
];
