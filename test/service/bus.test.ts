import {expect, test} from 'vitest';
import {openLocalBus} from '../../src/service/bus.ts';

test('a message reaches each receiver of its kind before `send` returns, even if one of them fails', () => {
	const bugs: unknown[] = [];
	const bus = openLocalBus(bug => bugs.push(bug));
	const received: string[] = [];
	const problem = new TypeError('The receiver has a bug.');
	bus.on('revoked', () => {
		throw problem;
	});
	bus.on('revoked', ({applicationId}) => received.push(applicationId));
	bus.on('packet', ({teamId}) => received.push(teamId));
	bus.send({kind: 'revoked', applicationId: 'bot-1'});
	bus.send({kind: 'revoked', applicationId: 'bot-2'});
	expect(received).toEqual(['bot-1', 'bot-2']);
	expect(bugs).toEqual([problem, problem]);
});
