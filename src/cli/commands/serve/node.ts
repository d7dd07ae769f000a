import {describe} from '../describe.ts';
import type {Command} from 'commander';
import type {Api} from '../../../contract/endpoints/index.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {serveNodeMessages as messages} from '../../../messages/serve.ts';
import {localNodeId} from '../../../service/own/local-node.ts';
import type {Globals, Run} from '../../start/command-run.ts';
import {findOne} from '../find/find-one.ts';
import type {Io} from '../../output/io.ts';
import {writeList} from '../../output/listing.ts';
import {secondsOf} from '../../output/moments.ts';
import {sayDone, writeJson} from '../../output/output.ts';
import {formatOption, jsonOption} from '../../output/output-options.ts';
import {confirmOnService, onService} from './on-service.ts';

/** Declares `serve node`: the machines whose servers run with `rcondeck agent`. */
export function addServeNode(serve: Command, run: Run): void {
	const node = describe(serve.command('node'), messages);
	describe(node.command('list', {isDefault: true}), messages.list)
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags) =>
				onService(serve, io, flags, async (api, {id: teamId}, signal) => {
					const items = await machinesOf(api, teamId, signal);
					writeList(io, {
						plural: 'nodes',
						items,
						idOf: ({id}) => id,
						record: one => one,
						columns: () => [
							{header: 'NAME', value: one => nameOf(one)},
							{header: 'STATUS', value: ({status}) => status},
							{header: 'VERSION', value: ({daemonVersion}) => daemonVersion},
							{header: messages.lastAliveHeader, value: ({lastAlive}) => secondsOf(lastAlive)},
							{header: messages.problemHeader, value: ({logoutReason}) => logoutReason},
							{header: 'ID', value: ({id}) => id},
						],
						empty: messages.none,
					});
				}),
			),
		);
	describe(node.command('add'), messages.add)
		.argument('<name>', messages.nameHelp)
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, _options: object, [name = '']) =>
				onService(serve, io, flags, async (api, _team, signal) =>
					writeToken(io, flags, messages.added(printableLine(name)), await api.addNode({name}, {signal})),
				),
			),
		);
	addChanges(node, serve, run);
}

function addChanges(node: Command, serve: Command, run: Run): void {
	describe(node.command('token'), messages.token)
		.argument('<node>', messages.nodeHelp)
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, _options: object, [word = '']) =>
				onService(serve, io, flags, async (api, {id: teamId}, signal) => {
					const {id: nodeId, name} = findMachine(await machinesOf(api, teamId, signal), word);
					const {tokenVerb: verb, tokenSummary} = messages;
					await confirmOnService(io, flags, {verb, summary: tokenSummary(name), word: {name, id: nodeId}});
					writeToken(io, flags, messages.renewed(name), await api.renewNodeToken({nodeId}, {signal}));
				}),
			),
		);
	describe(node.command('remove'), messages.remove)
		.argument('<node>', messages.nodeHelp)
		.option('--data <dir>', messages.dataHelp)
		.action(
			run((io, flags, _options: object, [word = '']) =>
				onService(serve, io, flags, async (api, {id: teamId}, signal) => {
					const {id: nodeId, name} = findMachine(await machinesOf(api, teamId, signal), word);
					const {removeVerb: verb, removeSummary} = messages;
					await confirmOnService(io, flags, {verb, summary: removeSummary(name), word: {name, id: nodeId}});
					await api.deleteNode({nodeId}, {signal});
					sayDone(io, messages.removed(name));
				}),
			),
		);
}

type Machine = Awaited<ReturnType<Api['listNodes']>>['items'][number];

/** The nodes but that of this machine. */
async function machinesOf(api: Api, teamId: string, signal: AbortSignal): Promise<Machine[]> {
	const {items} = await api.listNodes({teamId}, {signal});
	return items.filter(({id}) => id !== localNodeId);
}

const nameOf = ({settings, id}: Machine): string => settings?.name ?? id;

function findMachine(machines: readonly Machine[], word: string): {id: string; name: string} {
	const named = machines.map(one => ({id: one.id, names: [nameOf(one)]}));
	const id = findOne('node', named, word, messages.where);
	const found = machines.find(one => one.id === id);
	return {id, name: printableLine(found ? nameOf(found) : id)};
}

function writeToken(
	io: Io,
	{quiet, url}: Globals,
	heading: string,
	created: {nodeId: string; token: string},
): void {
	if (io.format?.kind === 'json') return writeJson(io, {node: created});
	io.stdout.write(`${printableLine(created.token)}\n`);
	if (quiet) return;
	const lines = [heading, messages.command(url), messages.whichUrl];
	io.stderr.write(`${lines.join('\n')}\n`);
}
