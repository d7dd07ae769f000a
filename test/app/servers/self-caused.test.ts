import {expect, test} from 'vitest';
import {alertLine} from '../../../src/app/servers/alerts.ts';
import {isSelfCaused} from '../../../src/app/kernel/state/self-caused.ts';
import type {Event} from '../../../src/app/state.ts';
import {after, aServer, polled, startAt} from '../../helpers/builders.ts';

const list = (state: string, at: number) =>
	polled(
		['a', 'b', 'c'].map(id => aServer({id, displayName: `isl-${id}`, nodeId: 'n', nodeName: 'eu-1', state})),
		startAt + at,
	);
const sent = (at: number): Event => ({type: 'fleet/sent', serverIds: ['a'], at: startAt + at});
const isOurs = (...events: Event[]) => isSelfCaused(after(...events).fleet, 'a');

test('a change is self-caused within 5m after an action, not before it, and not after a rejected one', () => {
	const up = list('ONLINE', 0);
	expect(isOurs(up, sent(1000), list('OFFLINE', 2000))).toBe(true);
	expect(isOurs(up, sent(1000), list('OFFLINE', 302_000))).toBe(false);
	expect(isOurs(up, sent(3000), list('OFFLINE', 2000))).toBe(false);
	expect(
		isOurs(up, sent(1000), {type: 'fleet/refused', serverIds: ['a'], changes: []}, list('OFFLINE', 2000)),
	).toBe(false);
	expect(isOurs(up, list('OFFLINE', 2000))).toBe(false);
});

test('servers of a node that are down together have one likely cause, unless we stopped one of them', () => {
	const line = (...events: Event[]) => alertLine(after(...events), startAt + 60_000).text;
	expect(line(list('ONLINE', 0), list('OFFLINE', 5000))).toContain('node eu-1: 3 of 3, likely one cause');
	expect(line(list('ONLINE', 0), sent(1000), list('OFFLINE', 5000))).toContain('node eu-1: 3 of 3 (isl-a');
});
