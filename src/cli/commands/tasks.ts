import {latestFirst} from '../../contract/moments.ts';
import type {Command} from 'commander';
import type {Api} from '../../contract/endpoints/index.ts';
import type {NodeTask} from '../../contract/models/node.ts';
import {frictionOf} from '../../core/friction.ts';
import {printableLine} from '../../lib/text.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import {writeList} from '../listing.ts';
import {tasksOfNodes} from '../node-tasks.ts';
import {secondsOf} from '../moments.ts';
import {say, type Column} from '../output.ts';
import type {Run} from '../program.ts';
import {withService} from '../session.ts';

type Options = {json?: true; all?: true};

const columns: Column<NodeTask>[] = [
	{title: 'TYPE', of: ({type}) => type},
	{title: 'STATE', of: ({state}) => state},
	{title: 'DONE %', of: ({progressPercentage}) => progressPercentage},
	{title: 'CREATED', of: ({createdAt}) => secondsOf(createdAt)},
	{title: 'TARGETS', of: ({targetIds}) => targetIds.join(', ') || undefined},
	{title: 'NODE', of: ({nodeId}) => nodeId},
	{title: 'ID', of: ({id}) => id},
];

export function addTasks(program: Command, run: Run): void {
	const tasks = program.command('tasks').description('List what the nodes still have to do, or call it off');
	tasks
		.command('list', {isDefault: true})
		.description('List what the nodes still have to do, such as scheduled restarts')
		.option('--all', 'also what is over')
		.option('--json', 'write one JSON document')
		.action(
			run((io, flags, options: Options) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const all = await tasksOfTeam(api, await teamId(), signal);
					const items = all.filter(({state}) => options.all || state === 'PENDING' || state === 'RUNNING');
					writeList(io, {plural: 'tasks', columns, items, empty: 'Nothing is pending.', json: options.json});
					return exitCodes.done;
				}),
			),
		);
	tasks
		.command('cancel')
		.description('Call a task off')
		.argument('<id>', 'the id of the task, as rcondeck tasks shows it')
		.action(
			run((io, flags, _options: Options, [taskId = '']) =>
				withService(io, flags, async ({api, signal, teamId, consent}) => {
					const found = (await tasksOfTeam(api, await teamId(), signal)).find(({id}) => id === taskId);
					if (found?.nodeId === undefined) {
						throw new CommandError(
							'There is no such task: rcondeck tasks --all shows their ids.',
							exitCodes.notFound,
						);
					}
					await consent({
						verb: 'tasks cancel',
						act: `Cancel the task ${printableLine(`${found.type ?? ''} ${taskId}`.trim())}`,
						friction: frictionOf.cancelTask,
						word: taskId,
					});
					await api.cancelNodeTask({nodeId: found.nodeId, taskId}, {signal});
					say(io, 'Calling it off was accepted.');
					return exitCodes.done;
				}),
			),
		);
}

async function tasksOfTeam(api: Api, teamId: string, signal: AbortSignal): Promise<NodeTask[]> {
	const {items: nodes} = await api.listNodes({teamId}, {signal});
	const nodeIds = nodes.map(({id}) => id);
	return (await tasksOfNodes(api, nodeIds, signal)).sort(latestFirst(({createdAt}) => createdAt)).reverse();
}
