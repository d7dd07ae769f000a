import {describe} from './describe.ts';
import type {Command} from 'commander';
import {nameOfNode} from '../../actions/names.ts';
import {hideSecrets} from '../../contract/secret-fields.ts';
import {writeFacts} from '../output/fact-list.ts';
import {findNode} from './find/find-one.ts';
import type {Io} from '../output/io.ts';
import {columnsOfNodes} from '../output/list-columns.ts';
import {writeList} from '../output/listing.ts';
import {secondsOf} from '../output/moments.ts';
import {asSent, writeJson} from '../output/output.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {cliNodeMessages} from '../../messages/nodes.ts';
import {findMessages} from '../../messages/cli.ts';

type Options = {json?: true};

export function addNodes(program: Command, run: Run): void {
	const nodes = describe(program.command('node').alias('nodes'), cliNodeMessages);
	describe(nodes.command('list', {isDefault: true}), cliNodeMessages.list)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const list = await api.listNodes({teamId: await teamId()}, {signal});
					writeList(io, {
						...list,
						plural: 'nodes',
						columns: columnsOfNodes,
						idOf: ({id}) => id,
						empty: cliNodeMessages.noNodes,
					});
				}),
			),
		);
	describe(nodes.command('show'), cliNodeMessages.show)
		.argument('<node>', findMessages.nameHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: Options, [word = '']) =>
				withService(io, flags, async call => {
					const nodeId = await findNode(io, call, word);
					const node = await call.api.getNode({nodeId}, {signal: call.signal});
					if (options.json) writeJson(io, {node: asSent(node)});
					else {
						const {systemData = {}} = node;
						writeFacts(io, [
							['Name', nameOfNode(node)],
							['ID', node.id],
							['Status', node.status],
							['Daemon', node.daemonVersion],
							[cliNodeMessages.lastAlive, secondsOf(node.lastAlive)],
							[cliNodeMessages.lastLogin, secondsOf(node.lastLogin)],
							[cliNodeMessages.logoutReason, node.logoutReason],
							[cliNodeMessages.serversIn, node.settings?.defaultServerDirectory],
							...Object.entries(systemData).map(([name, value]): [string, string] => [
								name,
								systemText(io, name, value),
							]),
						]);
					}
				}),
			),
		);
}

function systemText({showsSecrets}: Io, name: string, value: unknown): string {
	const shown = showsSecrets ? value : hideSecrets(name, value);
	return typeof shown === 'string' ? shown : JSON.stringify(shown, showsSecrets ? undefined : hideSecrets);
}
