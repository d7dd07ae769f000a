import {plural} from '../lib/plural.ts';

/** `rcondeck feed` */
export const feedCommandMessages = {
	description: 'Follow the team feed until interrupted',
	serverHelp: (name: string) => `Only events of this server (${name})`,
	kindHelp: 'Only events of these kinds; output includes chat',
	jsonHelp: 'Print one JSON value per line',
	isOff:
		'The feed is turned off in the configuration. Unset RCONDECK_FEED_URL, or set url in [profiles.NAME.feed].',
	noFeed: (reason: string) => `The team feed is not available: ${reason}.`,
	refused: (destination: string, reason: string) => `, ${destination} refused: ${reason}`,
	live: (refused: string) => `feed LIVE${refused}`,
	nextTry: (duration: string) => `, retry in ${duration}`,
	status: (status: string, reason: string, again: string) => `feed ${status}${reason}${again}`,
	stateLine: (server: string, state: string) => `${server}  state  -> ${state}`,
	taskLine: (targets: string, type: string, state: string) => `${targets}  task  ${type} ${state}`,
	backupLine: (server: string, backup: string) => `${server}  backup  ${backup}`,
	outputLine: (server: string, kind: string, text: string) => `${server}  ${kind}  | ${text}`,
	omitted: (server: string, count: number) => `${server}  output  ... ${plural(count, 'line')} omitted`,
	runLine: (run: string, status: string) => `run  ${run} ${status}`,
	journalLine: (
		by: string | undefined,
		kind: string | undefined,
		{server, state, text}: {server: string | undefined; state: string | undefined; text: string},
	) => `journal  ${[by ?? '-', kind, server, state, text].filter(Boolean).join(' ')}`,
	unreadable: (reason: string) => `unreadable: ${reason}`,
};
