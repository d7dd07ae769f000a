import {expect, test} from 'vitest';
import {groupOptions, killGroup} from '../../../src/lib/process/run-program.ts';

/** The calls of `killGroup` on a system. */
function callsOn(platform: NodeJS.Platform): unknown[] {
	const calls: unknown[] = [];
	killGroup(41, platform, {
		kill: (pid, signal) => calls.push([pid, signal]),
		run: (program, args) => calls.push([program, ...args]),
	});
	return calls;
}

test.each(['linux', 'darwin'] as const)('kills the process group on %s', platform => {
	expect(callsOn(platform)).toEqual([[-41, 'SIGKILL']]);
	expect(groupOptions(platform)).toMatchObject({detached: true});
});

test('kills the tree of processes on Windows, where nothing opens a window', () => {
	expect(callsOn('win32')).toEqual([['taskkill', '/pid', '41', '/t', '/f']]);
	expect(groupOptions('win32')).toEqual({detached: false, windowsHide: true});
});

test('a group that has ended is not an error', () => {
	const gone = () => {
		throw Object.assign(new Error('kill ESRCH'), {code: 'ESRCH'});
	};
	expect(() => killGroup(41, 'linux', {kill: gone})).not.toThrow();
});
