import {describe} from './describe.ts';
import type {Command} from 'commander';
import {move, rename, update} from '../../actions/server-settings.ts';
import {addAction} from './actions/run.ts';
import {addCreate, addDelete} from './create-delete.ts';
import type {Run} from '../start/command-run.ts';
import {dueAt} from '../../actions/task-progress.ts';
import {cancelTask} from '../../actions/tasks.ts';
import type {NodeTask} from '../../contract/models/node.ts';
import {writeList} from '../output/listing.ts';
import {tasksOfTeam} from './node-tasks.ts';
import {secondsOf} from '../output/moments.ts';
import type {Column} from '../output/table.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import {withService} from '../start/session.ts';
import {taskCommandMessages} from '../../messages/nodes.ts';

export function addManage(program: Command, run: Run): void {
	addCreate(program, run);
	addAction(program, run, rename);
	addAction(program, run, move, {waitsFor: 'move'});
	addAction(program, run, update, {waitsFor: 'update'});
	addDelete(program, run);
}

type Options = {all?: true};

const columns: Column<NodeTask>[] = [
	{header: 'TYPE', value: ({type}) => type},
	{header: 'STATE', value: ({state}) => state},
	{header: 'DONE %', value: ({progressPercentage}) => progressPercentage},
	{header: 'CREATED', value: ({createdAt}) => secondsOf(createdAt)},
	{header: 'DUE', value: task => secondsOf(dueAt(task))},
	{header: 'TARGETS', value: ({targetIds}) => targetIds.join(', ') || undefined},
	{header: 'NODE', value: ({nodeId}) => nodeId},
	{header: 'ID', value: ({id}) => id},
];

export function addTasks(program: Command, run: Run): void {
	const tasks = describe(program.command('task').alias('tasks'), taskCommandMessages);
	describe(tasks.command('list', {isDefault: true}), taskCommandMessages.list)
		.option('--all', taskCommandMessages.allHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, options: Options) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const all = await tasksOfTeam(api, await teamId(), signal);
					const items = all.items.filter(
						({state}) => options.all || state === 'PENDING' || state === 'RUNNING',
					);
					writeList(io, {
						plural: 'tasks',
						columns: () => columns,
						idOf: ({id}) => id,
						items,
						unreadable: all.unreadable,
						empty: taskCommandMessages.nothingPending,
					});
				}),
			),
		);
	addAction(tasks, run, cancelTask, {waitsFor: 'taskCancellation'});
}
