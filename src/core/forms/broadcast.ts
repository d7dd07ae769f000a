import {endpoints} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {requestOf} from '../../contract/request.ts';
import {sendAwaited} from '../actions/rcon.ts';
import {frictionOf, mayHavePlayers, playersOn} from '../friction.ts';
import {gameWords} from '../games.ts';
import {nameOf} from '../list/order.ts';
import {form, FieldProblem, type Field} from './form.ts';
import {letterWarning} from './players-hear.ts';
import {commandLine, serverWords} from './same-as.ts';
import {type Message, alternative, key, message} from '../../messages/text.ts';

/** What a game's console would take for the end of the command, and run the rest. */
const splitters = /[;"\n\r]/;

export const textField: Field<string> = {
	kind: 'line',
	label: 'Text',
	hint: 'said to everybody who is on',
	sentAs: ['command'],
	offers: ({settings}) => settings.messages,
	read: text => {
		if (text.trim() === '') throw new FieldProblem('Nothing to say: type a line.');
		return text.trim();
	},
};

/** The game's own command that says a text; undefined for a game that we have no words for. */
export function broadcastCommand({gameType}: GameServer, text: string): string | undefined {
	return gameWords(gameType)?.broadcast.replace('{text}', () => text);
}

/** Why a text cannot be said there as it is typed. */
export function broadcastProblem(server: GameServer, text: string): Message | undefined {
	const game = gameWords(server.gameType);
	if (!game)
		return message`No command is known that says a line in ${server.gameType ?? 'a game without a name'}: ${alternative(message`use ${key('app.input')}`, 'send it as a command')}.`;
	if (game.broadcast.startsWith('say ') && splitters.test(text)) {
		return `${game.label} would take ; and " for the end of the line, and run what follows. Leave them out.`;
	}
	return undefined;
}

export const broadcastForm = form({
	id: 'broadcast',
	verb: 'Say it',
	operation: 'rcon',
	title: ({server}) => `Broadcast to ${nameOf(server)}`,
	fields: {text: textField},
	problems: ({text}, {server}) => ({text: broadcastProblem(server, text)}),
	plan: ({text}, {server, state, settings}) => {
		const command = broadcastCommand(server, text) ?? text;
		const input = {serverId: server.id, command, timeoutMs: settings.awaitMs};
		const players = playersOn([server]);
		return {
			requests: [requestOf(endpoints.awaitRcon, input)],
			effect: [
				!mayHavePlayers([server])
					? 'Nobody is online to hear it.'
					: players === 0
						? 'Whoever is online reads it at once.'
						: `${players} online read it at once.`,
			],
			more: letterWarning(text),
			sameAs: commandLine(settings, ['broadcast', '--yes', ...serverWords(state, [server.id]), '--', text]),
			friction: frictionOf.broadcast,
			send: async (_, services) => {
				const error = await sendAwaited(services, server.id, command);
				if (error) throw error;
			},
			action: {action: 'broadcast', input: {text}},
		};
	},
});
