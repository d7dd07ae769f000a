import {expect, test} from 'vitest';
import {type Stage, stageAfter} from '../../../src/app/jobs/run-rolling.ts';

const stages = (...states: string[]): Stage[] => {
	let stage: Stage = 'before';
	return states.map(state => (stage = stageAfter(stage, state, state !== 'ONLINE' || stage !== 'before')));
};

test('a restart passes through OFFLINE and is not a crash', () => {
	expect(stages('ONLINE', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE')).toEqual([
		'before',
		'down',
		'down',
		'rising',
		'up',
	]);
	expect(stages('STOPPING', 'RESTARTING', 'ONLINE')).toEqual(['down', 'down', 'up']);
});

test('a server that goes down while it starts, or after it started, has fallen', () => {
	expect(stages('STOPPING', 'INITIALIZING', 'OFFLINE').at(-1)).toBe('fallen');
	expect(stages('STOPPING', 'ONLINE', 'OFFLINE').at(-1)).toBe('fallen');
	expect(stages('STOPPING', 'STOPPED', 'RUNNING', 'RESTARTING').at(-1)).toBe('fallen');
	expect(stages('STOPPING', 'ONLINE', 'OFFLINE', 'ONLINE').at(-1)).toBe('up');
});

test('an unknown state changes nothing', () => {
	expect(stages('STOPPING', 'ONLINE', 'UNKNOWN').at(-1)).toBe('up');
	expect(stages('STOPPING', 'INITIALIZING', 'NEW').at(-1)).toBe('rising');
});
