import {expect, test} from 'vitest';
import {GameServer} from '../../src/contract/models/server.ts';
import {operationBlocked, type Operation} from '../../src/actions/preconditions.ts';
import {phaseOf} from '../../src/contract/states.ts';

const operations: readonly Operation[] = [
	'start',
	'stop',
	'force-stop',
	'restart',
	'rcon',
	'change-directory',
];

test.each([
	['ONLINE', 'force-stop restart rcon stop'],
	['RUNNING', 'force-stop restart rcon stop'],
	['OFFLINE', 'change-directory start'],
	['STOPPED', 'change-directory start'],
	['INITIALIZING', 'force-stop'],
	['STOPPING', 'force-stop'],
	['RESTARTING', 'force-stop'],
	['CREATING', 'force-stop'],
	['UNKNOWN', 'change-directory force-stop rcon restart start stop'],
	['HIBERNATING', 'change-directory force-stop rcon restart start stop'],
	['toString', 'change-directory force-stop rcon restart start stop'],
])('%s allows: %s', (state, allowed) => {
	const server = GameServer.parse({id: 'a', displayName: 'isl-1', state});
	const free = operations.filter(operation => operationBlocked(operation, server) === undefined);
	expect(free.toSorted().join(' ')).toBe(allowed.split(' ').toSorted().join(' '));
});

test('a reason states the current state and names the server', () => {
	const server = GameServer.parse({id: 'a', displayName: 'isl-1', state: 'OFFLINE'});
	expect(operationBlocked('restart', server)).toContain('isl-1 is OFFLINE');
});

test('maps an unrecognized state to unknown', () => {
	expect(phaseOf(undefined)).toBe('unknown');
	expect(phaseOf('ONLINE?')).toBe('unknown');
	expect(phaseOf('toString')).toBe('unknown');
});

test('ignores the case of a state', () => {
	expect([phaseOf('running'), phaseOf('Stopped'), phaseOf('Stopping')]).toEqual([
		'online',
		'offline',
		'changing',
	]);
});
