import type {Api} from '../contract/endpoints/index.ts';
import type {GameServer} from '../contract/models/server.ts';
import {commandText} from '../contract/rcon-text.ts';
import {printable, printableLine} from '../lib/text.ts';
import {isReadMethod} from './read-method.ts';
import {createRecords, type RecordAction} from './records.ts';
import type {ShellJournal} from './shell-journal.ts';

/**
`sends`: the command probably sends something, so the journal is opened while the list of servers is read.
`typed`: a person typed the commands, so they appear in the input history of the TUI.
*/
export type Recording = {sends?: boolean; typed?: true};

/**
Wraps the client to record the commands and raw requests that it sends in the journal. `record` does the same for
an action.
*/
export function recordedApi(
	api: Api,
	journal: ShellJournal,
	{sends, typed}: Recording,
	skewMs: () => number | undefined = () => undefined,
): {api: Api; record: RecordAction} {
	const known = new Map<string, GameServer>();
	let newest: readonly GameServer[] = [];
	const about = (serverId: string) => {
		// Most lists are only printed.
		for (const server of newest) known.set(server.id, server);
		newest = [];
		const server = known.get(serverId);
		return {name: printableLine(server?.displayName ?? serverId), gameType: server?.gameType};
	};
	const {command, action} = createRecords(journal, {about, isTyped: typed === true, skewMs});

	const listServers: Api['listServers'] = async (input, options) => {
		journal.setTeam(input.teamId);
		const asked = api.listServers(input, options);
		if (sends) journal.prepare();
		const list = await asked;
		newest = list.items;
		return list;
	};
	const awaitRcon: Api['awaitRcon'] = (input, options) =>
		command(input, options, async () => {
			const packet = await api.awaitRcon(input, options);
			const {response, commandId, timestamp} = packet.command;
			const answer = {
				response: response === undefined ? undefined : printable(response),
				commandId,
				timestamp,
			};
			return {result: packet, answer: {...answer, command: commandText(input.command)}};
		});
	const sendRcon: Api['sendRcon'] = (input, options) =>
		command(input, options, async () => ({result: await api.sendRcon(input, options), answer: undefined}));
	const raw: Api['raw'] = (request, options) => {
		const send = () => api.raw(request, options);
		if (isReadMethod(request.method)) return send();
		const input = {method: request.method.toUpperCase(), path: request.path};
		return action({action: 'api', input}, options, send);
	};
	const own: Partial<Api> = {listServers, awaitRcon, sendRcon, raw};
	return {
		api: new Proxy(api, {
			get: (plain, name): unknown => Reflect.get(name in own ? own : plain, name),
		}),
		record: action,
	};
}
