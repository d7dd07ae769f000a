import type {Demo} from '../../src/demo/index.ts';
import type {Random} from '../helpers/random.ts';

type Fault = (demo: Demo, random: Random, ids: readonly string[]) => void;

const oneOf = ({below}: Random, ids: readonly string[]): string => ids[below(ids.length)] ?? '';
const fail =
	(status: number, body: unknown = {key: 'general.internal_error'}, headers = {}): Fault =>
	({faults}, {below}) =>
		faults.failNext(status, body, {times: 1 + below(4), headers});

/** What may go wrong on the service and on the way to it. Each lasts until `clearFaults`, or passes. */
const faults: readonly Fault[] = [
	fail(500),
	fail(502, '<html>Bad gateway</html>'),
	fail(503),
	fail(429, {key: 'general.too_many_requests'}, {'Retry-After': '3'}),
	fail(401, {key: 'unauthorized'}),
	fail(200, '[{"id":'),
	({faults: {slowRequests}}, {below}) => slowRequests(below(4000)),
	({faults: {hangRequests}}) => hangRequests(true),
	({faults: {dropFeed}}) => dropFeed(),
	({faults: {feedDown}}) => feedDown(true),
	({faults: {freezeFeed}}) => freezeFeed(true),
	({faults: {muteBeats}}) => muteBeats(true),
	({faults: {reorderFeed}}) => reorderFeed(true),
	({faults: {delayFeed}}, {below}) => delayFeed(below(3000)),
	({faults: {deafFeed}}) => deafFeed(true),
	({faults: {crash}}, random, ids) => void crash(oneOf(random, ids)),
	({faults: {slowRcon}}, random, ids) => slowRcon(oneOf(random, ids), 8000),
];

/** Ends all faults, and often begins one; returns whether it did. */
export function chooseFault(demo: Demo, random: Random, ids: readonly string[]): boolean {
	clearFaults(demo, ids);
	const fault = random.next() < 0.6 ? faults[random.below(faults.length)] : undefined;
	fault?.(demo, random, ids);
	return fault !== undefined;
}

export function clearFaults({faults: all}: Demo, ids: readonly string[]): void {
	all.slowRequests(0);
	all.hangRequests(false);
	all.feedDown(false);
	all.freezeFeed(false);
	all.muteBeats(false);
	all.reorderFeed(false);
	all.delayFeed(0);
	all.deafFeed(false);
	for (const id of ids) all.slowRcon(id, 0);
}
