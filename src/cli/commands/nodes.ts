import type {Command} from 'commander';
import {nameOfNode} from '../../actions/names.ts';
import {exitCodes} from '../exit-codes.ts';
import {writeFacts} from '../facts.ts';
import {findNode} from '../find-one.ts';
import {columnsOfNodes} from '../list-columns.ts';
import {writeList} from '../listing.ts';
import {secondsOf} from '../moments.ts';
import {asSent, writeJson} from '../output.ts';
import {formatOption, jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {withService} from '../session.ts';
import {nodeCommandMessages} from '../../messages/cli-nodes.ts';
import {findMessages} from '../../messages/cli-options.ts';

type Options = {json?: true};

export function addNodes(program: Command, run: Run): void {
	const nodes = program.command('nodes').description(nodeCommandMessages.description);
	nodes
		.command('list', {isDefault: true})
		.description(nodeCommandMessages.listDescription)
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
						empty: nodeCommandMessages.noNodes,
					});
					return exitCodes.done;
				}),
			),
		);
	nodes
		.command('show')
		.description(nodeCommandMessages.showDescription)
		.argument('<node>', findMessages.nameHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: Options, [word = '']) =>
				withService(io, flags, async call => {
					const nodeId = await findNode(io, call, word);
					const node = await call.api.getNode({nodeId}, {signal: call.signal});
					if (options.json) writeJson(io, {nodes: [asSent(node)]});
					else {
						const {systemData = {}} = node;
						writeFacts(io, [
							['Name', nameOfNode(node)],
							['Id', node.id],
							['Status', node.status],
							['Daemon', node.daemonVersion],
							[nodeCommandMessages.lastAlive, secondsOf(node.lastAlive)],
							[nodeCommandMessages.lastLogin, secondsOf(node.lastLogin)],
							[nodeCommandMessages.logoutReason, node.logoutReason],
							[nodeCommandMessages.serversIn, node.settings?.defaultServerDirectory],
							...Object.entries(systemData).map(([name, value]): [string, string] => [
								name,
								typeof value === 'string' ? value : JSON.stringify(value),
							]),
						]);
					}
					return exitCodes.done;
				}),
			),
		);
}
