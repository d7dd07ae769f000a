import {expect, test} from 'vitest';
import {actions} from '../../src/actions/index.ts';
import type {Action} from '../../src/actions/action.ts';
import {localIds} from '../../src/app/kernel/dialogs/dialog-id.ts';
import {commands, registry} from '../../src/app/features.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {commandsOfJobKeys} from '../../src/messages/jobs.ts';
import {branchesOf} from '../readme/command-tree.ts';

const paths = new Set(branchesOf(await declaredProgram()).map(({path}) => path));
const missing = (table: Readonly<Record<string, readonly string[]>>) =>
	Object.values(table)
		.flat()
		.filter(path => !paths.has(path));

test('every action is a command', () => {
	const all: readonly Action[] = actions;
	const without = all.filter(({command}) => !paths.has(command?.words.join(' ') ?? 'no command'));
	expect(without.map(({id}) => id)).toEqual([]);
});

/** What writes the same from a shell. */
const ofThisMachine: Record<(typeof localIds)[number], readonly string[]> = {
	bookmark: ['journal bookmark'],
	export: ['rcon', 'logs'],
	'export-timeline': ['journal list'],
	'note-player': ['player note'],
	transcript: ['feed'],
};

test('every dialog of the TUI has a command', () => {
	const ids = new Set<string>([...actions.map(({id}) => id), ...localIds]);
	expect([...registry.dialogs.keys()].filter(id => !ids.has(id))).toEqual([]);
	expect(missing(ofThisMachine)).toEqual([]);
});

/** The commands for the keys that act without the dialog of one action. */
const ofKeys = {
	'app.input': ['rcon', 'console'],
	'export.copy': ['rcon', 'journal list'],
	'export.open': ['rcon', 'journal list', 'feed'],
	'servers.edit': ['rename', 'move', 'update', 'delete', 'backup create', 'backup restore', 'backup delete'],
	'timeline.abort': ['job abort'],
	'timeline.bookmark': ['journal bookmark'],
	'timeline.pause': ['job pause', 'job continue'],
	'view.acknowledge': ['alert acknowledge'],
	'view.undo': ['task cancel'],
	'watch.start': ['watch'],
};

/** What these keys do ends with the session: they choose servers, or stop what the session waits for. */
const ofSessions = new Set([
	'app.interrupt',
	'export.stop',
	'list.clearSelection',
	'list.range',
	'list.select',
	'list.selectAll',
]);

test('every other key that acts is a command or has an effect on the session alone', () => {
	const keys = commands.filter(
		({id, group, action}) => !action && group === 'act' && !Object.hasOwn(commandsOfJobKeys, id),
	);
	const ids = keys.map(({id}) => id);
	expect(ids.filter(id => !ofSessions.has(id)).toSorted()).toEqual(Object.keys(ofKeys).toSorted());
	expect([...ofSessions].filter(id => !ids.some(key => key === id))).toEqual([]);
	expect(missing(ofKeys)).toEqual([]);
});

test('every key of a job that does more than move is a command of `job`, and each of these has a key', () => {
	const ofJobs = Object.values(commandsOfJobKeys).flat();
	expect(missing({jobs: ofJobs.map(name => `job ${name}`)})).toEqual([]);
	const words = [...paths].filter(path => path.startsWith('job ')).map(path => path.slice('job '.length));
	expect(words.toSorted()).toEqual([...ofJobs, 'show'].toSorted());
});
