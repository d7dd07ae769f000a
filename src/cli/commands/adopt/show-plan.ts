import {writeAddress} from '../../../adopt/address.ts';
import type {Reading} from '../../../adopt/found.ts';
import type {PlanEntry, PlannedServer} from '../../../adopt/plan.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {adoptCommandMessages as messages} from '../../../messages/adopt.ts';
import type {Io} from '../../output/io.ts';
import {writeTable} from '../../output/table.ts';
import type {Added} from './add-servers.ts';

/** Prints the servers to add, with notes, and the skipped ones. */
export function showPlan(io: Io, entries: readonly PlanEntry[], remarks: Reading['remarks']): void {
	const servers = entries.flatMap(entry => (entry.outcome === 'add' ? [entry.server] : []));
	if (servers.length > 0)
		writeTable(
			io,
			[
				{header: 'NAME', value: ({name}) => name},
				{header: 'GAME', value: ({gameType}) => gameType},
				{header: 'CONSOLE', value: ({console}) => console.kind},
				{header: 'ADDRESS', value: ({console: {host, port}}) => writeAddress(host, port)},
				{header: 'POWER', value: powerText},
				{header: 'PASSWORD', value: passwordText},
			],
			servers,
		);
	const notes = [
		...servers.flatMap(({name, notes: own}) => own.map(note => messages.note(name, note))),
		...entries.flatMap(entry =>
			entry.outcome === 'add' ? [] : [messages.leftOut(entry.name, entry.reason)],
		),
		...remarks,
	];
	for (const note of notes) io.stdout.write(`${printableLine(note)}\n`);
}

/** A record of the JSON document. For a password, only its location is shown. */
export function recordOf(entry: PlanEntry, result: Added | undefined): object {
	if (entry.outcome !== 'add') {
		const {name, reason} = entry;
		return {name, outcome: entry.outcome === 'exists' ? 'exists' : 'skipped', reason};
	}
	const {server} = entry;
	const {gameType, console, settings, notes} = server;
	const outcome = result === undefined ? 'planned' : 'id' in result ? 'added' : 'failed';
	return {
		name: server.name,
		outcome,
		...result,
		gameType,
		console,
		...settings,
		password: passwordText(server),
		notes,
	};
}

function powerText({settings: {power}}: PlannedServer): string {
	switch (power.kind) {
		case 'container':
			return messages.container(power.container);
		case 'systemd':
			return power.unit;
		case 'none':
		case 'process':
		case 'panel':
		case 'ssh':
		case 'commands':
			return power.kind;
	}
}

function passwordText({password}: PlannedServer): string {
	if (password === undefined) return messages.noPassword;
	if ('text' in password) return messages.newFile;
	if ('file' in password) return password.file;
	return 'env' in password ? `$${password.env}` : password.command;
}
