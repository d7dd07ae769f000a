import {createHash} from 'node:crypto';
import {plainCommand} from '../contract/rcon-text.ts';
import {withoutSecrets} from '../lib/secrets/secret-patterns.ts';
import type {Memorable, MemorableLine} from '../actions/memorable.ts';

type SentCommand = Extract<Memorable, {kind: 'command'}>;

/**
The key of an entry, so that repeated reports of one event become one entry. An answer is identified by its commandId,
otherwise by server, command and the service's time; without either, by its text.
*/
export function identityOf(entry: MemorableLine, session: string): string {
	switch (entry.kind) {
		case 'command':
			return answerIdentity(entry) ?? localIdentity(entry, session) ?? textIdentity(entry);
		case 'note':
			return `note ${entry.id}`;
		case 'mark':
			return `mark ${entry.id}`;
		case 'gap':
			return `gap ${session} ${entry.at}`;
	}
}

/** Returns the identity of a command by its answer; undefined until the answer is known. */
export function answerIdentity({
	serverId,
	answer: {commandId, timestamp, command},
}: SentCommand): string | undefined {
	if (commandId !== undefined) return `id ${serverId} ${commandId}`;
	return typeof timestamp === 'number' ? bareIdentity(serverId, timestamp, command) : undefined;
}

export const teamIdentity = (team: string, id: string): string => `team ${team} ${id}`;

/** Returns the identity of an answer without a commandId. */
export const bareIdentity = (serverId: string, timestamp: number, command: string): string =>
	`at ${serverId} ${timestamp} ${withoutSecrets(command)}`;

export function localIdentity({localId}: SentCommand, session: string): string | undefined {
	return localId === undefined ? undefined : `own ${session} ${localId}`;
}

const textIdentity = ({serverId, answer: {command, response}}: SentCommand): string =>
	`text ${serverId} ${digestOf(`${command}\0${response ?? ''}`)}`;

/** Returns the identity of a different answer with the commandId of an existing entry. */
export const repeatedIdentity = (
	known: string,
	{command, response = ''}: Pick<SentCommand['answer'], 'command' | 'response'>,
): string => `${known} repeated:${digestOf(`${plainCommand(withoutSecrets(command))}\0${response}`)}`;

/** Returns the identity of an own command with an answer that has the commandId of an earlier one. */
export const repeatedOwnIdentity = (known: string, own: string): string =>
	`${known} repeated:${digestOf(own)}`;

/** Returns the commandId in the identity of an answer; undefined if it has none. */
export function commandIdIn(identity: string, serverId: string): string | undefined {
	const byId = `id ${serverId} `;
	return identity.startsWith(byId) ? identity.slice(byId.length).replace(/ repeated:[\w-]+$/, '') : undefined;
}

function digestOf(text: string): string {
	return createHash('sha1').update(text).digest('base64url');
}
