import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {Memorable} from '../../src/contract/memorable.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, told} from './entries.ts';

function open(file: string) {
	const clock = manualClock(startAt);
	const journal = openJournal({path: file, clock, onTrouble: words => expect.fail(words)});
	onTestFinished(() => journal.close());
	return journal;
}

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');
const acknowledged = (at: number, isKnown = true, serverId = 's1'): Memorable => ({
	kind: 'acknowledged',
	at: startAt + at,
	serverId,
	server: serverId,
	state: 'OFFLINE',
	isKnown,
});

test('what another deck acknowledges and takes back is news, once; what stood there at first is none', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	other.rememberNow([acknowledged(1)]);
	expect(mine.acknowledged()).toHaveLength(1);
	expect(mine.news()).toBe(undefined);
	other.rememberNow([acknowledged(2, true, 's2'), acknowledged(3, false)]);
	expect(mine.news()?.acknowledged).toMatchObject([
		{serverId: 's1', isKnown: false, at: startAt + 3, state: 'OFFLINE'},
		{serverId: 's2', isKnown: true, at: startAt + 2, changedAt: undefined},
	]);
	expect(mine.news()).toBe(undefined);
});

test('with it comes when the server last changed, as far as anybody kept that', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	mine.acknowledged();
	const change = {
		kind: 'note',
		id: 'n',
		serverId: 's1',
		server: 's1',
		tone: 'state',
		text: 'A -> B',
	} as const;
	other.rememberNow([{...change, at: startAt + 1}, acknowledged(2)]);
	expect(mine.news()?.acknowledged).toMatchObject([{changedAt: startAt + 1}]);
});

test('own acknowledgements are no news, and none stand behind what others did before', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	mine.acknowledged();
	other.rememberNow([acknowledged(1, false)]);
	mine.remember([acknowledged(2)]);
	expect(mine.news()?.acknowledged).toMatchObject([{isKnown: true, at: startAt + 2}]);
});

test('commands that others write are no acknowledgements', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	mine.acknowledged();
	other.rememberNow([told(1)]);
	expect(mine.news()?.acknowledged ?? []).toEqual([]);
});
