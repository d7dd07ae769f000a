import {plainCommand} from '../contract/rcon-text.ts';
import {withoutSecrets} from '../lib/secrets.ts';
import type {Memorable} from '../actions/memorable.ts';

type SentCommand = Extract<Memorable, {kind: 'command'}>;

/**
Under what an entry is kept, so that the same thing told twice is one entry. An answer is known by its commandId, else
by server, command and the service's time of it; without either by its text.
*/
export function identityOf(
	entry: Exclude<Memorable, {kind: 'typed' | 'acknowledged' | 'feedProof'}>,
	session: string,
): string {
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

/** What the service calls it; undefined while the answer is not known. */
export function answerIdentity({
	serverId,
	answer: {commandId, timestamp, command},
}: SentCommand): string | undefined {
	if (commandId !== undefined) return `id ${serverId} ${commandId}`;
	return typeof timestamp === 'number' ? bareIdentity(serverId, timestamp, command) : undefined;
}

/** How an answer that came without a commandId is kept. */
export const bareIdentity = (serverId: string, timestamp: number, command: string): string =>
	`at ${serverId} ${timestamp} ${withoutSecrets(command)}`;

export function localIdentity({localId}: SentCommand, session: string): string | undefined {
	return localId === undefined ? undefined : `own ${session} ${localId}`;
}

const textIdentity = ({serverId, answer: {command, response}}: SentCommand): string =>
	`text ${serverId} ${digestOf(`${command}\0${response ?? ''}`)}`;

/** How another answer is kept whose commandId is that of an entry. */
export const repeatedIdentity = (
	known: string,
	{command, response = ''}: Pick<SentCommand['answer'], 'command' | 'response'>,
): string => `${known} repeated:${digestOf(`${plainCommand(withoutSecrets(command))}\0${response}`)}`;

/** The commandId in the identity of an answer; undefined where it is known by something else. */
export function commandIdIn(identity: string, serverId: string): string | undefined {
	const byId = `id ${serverId} `;
	return identity.startsWith(byId) ? identity.slice(byId.length).replace(/ repeated:[\w-]+$/, '') : undefined;
}

function digestOf(text: string): string {
	// Only few need it, and a one-shot command would pay for it at its start.
	const {createHash} = process.getBuiltinModule('node:crypto');
	return createHash('sha1').update(text).digest('base64url');
}
