import {expect, onTestFinished, test} from 'vitest';
import type {AgentMessage} from '../../../src/contract/models/link.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openAgentSession} from '../../../src/service/link/agent-session.ts';
import {welcome} from './bare-agent.ts';
import {aProcess, openMachine} from './open-link.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test('over a slow connection, the result of an order still comes after what the order has changed', async () => {
	const machine = await openMachine();
	const own = await machine.add(aProcess(), {start: true});
	await machine.becomes(own, 'RUNNING');
	const sent: AgentMessage[] = [];
	const bugs: unknown[] = [];
	const session = openAgentSession({
		context: machine.service.context,
		version: '1',
		clock: systemClock,
		send: message => void sent.push(message),
		waitingBytes: () => 2 * 1024 * 1024,
		end: () => {},
		onLinked: () => {},
		onBug: bug => void bugs.push(bug),
	});
	onTestFinished(session.close);
	session.receive(JSON.stringify(welcome));
	session.receive(
		JSON.stringify({type: 'order', id: 'o', order: {kind: 'restart', serverId: own, force: false}}),
	);
	const result = await waitFor(() => {
		const found = sent.findIndex(message => message.type === 'report' && message.fact?.kind === 'result');
		expect(found).not.toBe(-1);
		return found;
	});
	const states = sent
		.slice(0, result)
		.flatMap(message => (message.type === 'server' ? message.server.state : []));
	expect(states).toEqual(['ONLINE', 'STOPPING']);
	expect(bugs).toEqual([]);
	await machine.becomes(own, 'RUNNING');
});
