import {expect, test} from 'vitest';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {JournalEntry} from '../../../src/contract/models/journal-entry.ts';
import {NodeTask} from '../../../src/contract/models/node.ts';
import {Backup, ServerCommand} from '../../../src/contract/models/server.ts';
import type {FeedEvent} from '../../../src/contract/packets.ts';
import {decodePacket} from '../../../src/client/feed/decode.ts';
import {prototypeNames} from '../../helpers/any-text.ts';
import {contentsOf, withWords, wordFieldsOf, type WordField} from '../../helpers/contract-fields.ts';

const text = (...place: string[]): WordField => ({place, form: 'text'});
const below = (step: string, fields: readonly WordField[]): WordField[] =>
	fields.map(({place, form}) => ({place: [step, ...place], form}));

/** The word fields of each kind of packet. A new kind does not compile without them. */
const kinds: Record<Exclude<FeedEvent['kind'], 'unreadable'>, readonly WordField[]> = {
	rcon: [text('serverId'), ...below('command', wordFieldsOf(ServerCommand))],
	state: [text('serverId'), text('state')],
	players: [text('gameServers', '*', 'id'), text('gameServers', '*', 'state')],
	task: below('nodeTask', wordFieldsOf(NodeTask)),
	run: below('automationRun', wordFieldsOf(AutomationRun)),
	journal: below('journalEntry', wordFieldsOf(JournalEntry)),
	output: [text('serverId'), text('output', 'lines', '*', 'text')],
	backup: [text('serverId'), ...below('backup', wordFieldsOf(Backup))],
};

test('finds the word fields of packets in the models', () => {
	for (const [kind, least] of Object.entries({rcon: 5, task: 8, run: 8, backup: 5}))
		expect(kinds[kind as keyof typeof kinds].length).toBeGreaterThanOrEqual(least);
});

test.each(prototypeNames)('every single word of a packet may be %s, and all of them together', name => {
	const lost: string[] = [];
	for (const [kind, fields] of Object.entries(kinds)) {
		const plain = withWords(undefined, fields, (_field, at) => `plain-${at}`);
		const packets = [
			...fields.map(field => withWords(plain, [field], () => name)),
			withWords(undefined, fields, () => name),
		];
		for (const packet of packets) {
			const sent = JSON.stringify(packet);
			const [event] = decodePacket(sent);
			if (event?.kind !== kind || !contentsOf(event).has(name)) lost.push(`${kind} ${sent}`);
		}
	}
	expect(lost).toEqual([]);
});
