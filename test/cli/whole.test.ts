import {expect, test} from 'vitest';
import {actions} from '../../src/actions/index.ts';
import type {Action} from '../../src/actions/action.ts';
import {localIds} from '../../src/app/kernel/dialogs/dialog-id.ts';
import {registry} from '../../src/app/features.ts';
import {keyIds} from '../../src/messages/key-words.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {branchesOf} from '../readme/command-tree.ts';

const paths = new Set(branchesOf(await declaredProgram()).map(({path}) => path));

test('every action is a command', () => {
	const all: readonly Action[] = actions;
	const missing = all.filter(({command}) => !paths.has(command?.words.join(' ') ?? 'no command'));
	expect(missing.map(({id}) => id)).toEqual([]);
});

/** What writes the same from a shell. */
const ofThisMachine: Record<(typeof localIds)[number], string> = {
	bookmark: 'journal bookmark',
	export: 'rcon',
	'export-timeline': 'journal list',
	'note-player': 'player note',
	transcript: 'feed',
};

test('every dialog of the TUI is an action, or has a command that does the same on this machine', () => {
	const ids = new Set<string>([...actions.map(({id}) => id), ...localIds]);
	expect([...registry.dialogs.keys()].filter(id => !ids.has(id))).toEqual([]);
	expect(Object.values(ofThisMachine).filter(path => !paths.has(path))).toEqual([]);
});

/** What the keys of the jobs dialog do besides showing something. */
const ofJobs = {
	'jobs.pause': ['job pause', 'job continue'],
	'jobs.abort': ['job abort'],
	'jobs.skip': ['job skip'],
	'jobs.isBack': ['job back'],
	'jobs.wait': ['job extend'],
	'jobs.retry': ['restart', 'stop', 'broadcast', 'player ban'],
	'jobs.startSet': ['start'],
	'jobs.undo': ['task cancel'],
};
/** These change only what a screen shows. */
const shows = /[Dd]own|[Uu]p|Gate|open|leave|acknowledge/;

test('every key of a job is a command', () => {
	const keys = keyIds.filter(id => id.startsWith('jobs.') && !shows.test(id));
	expect(Object.keys(ofJobs).toSorted()).toEqual(keys.toSorted());
	expect(
		Object.values(ofJobs)
			.flat()
			.filter(path => !paths.has(path)),
	).toEqual([]);
});
