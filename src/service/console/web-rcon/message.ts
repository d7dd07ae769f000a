import * as z from 'zod';
import {parseJson} from '../../../lib/json.ts';
import type {ConsoleLine} from '../connection.ts';

/*
Rust's WebRCON (github.com/Facepunch/webrcon, the game's own panel): JSON texts over WebSocket, both ways with an
identifier, a message and a name or type. What happens without a command has an identifier of 0 or below.
*/
const messageShape = z.object({Identifier: z.number(), Message: z.string(), Type: z.string().optional()});
const chatShape = z.object({Username: z.string(), Message: z.string()});

export type Message = z.infer<typeof messageShape>;

export const encodeMessage = (id: number, command: string): string =>
	JSON.stringify({Identifier: id, Message: command, Name: 'WebRcon'});

/** Returns undefined for anything that is not a message of WebRCON. */
export function decodeMessage(text: string): Message | undefined {
	const read = messageShape.safeParse(tryParse(text));
	return read.success ? read.data : undefined;
}

/** Returns the lines of a message that no command asked for. */
export function linesOf({Type, Message}: Message): ConsoleLine[] {
	const kind = Type === 'Chat' ? 'chat' : 'output';
	const chat = kind === 'chat' ? chatShape.safeParse(tryParse(Message)) : undefined;
	const text = chat?.success ? `${chat.data.Username}: ${chat.data.Message}` : Message;
	return text
		.split(/\r?\n/)
		.filter(Boolean)
		.map(line => ({text: line, kind}));
}

function tryParse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
