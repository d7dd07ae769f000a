import * as z from 'zod';
import {readAwaitedRcon, type RconAnswer} from './rcon-answer.ts';
import type {ServerCommand} from './server.ts';

/**
The response to an awaited command: as specified, flat, in an envelope, or the bare output. The caller knows the server
and the command. (Specification: Awaited RCON)
*/
export const AwaitedRcon = z
	.custom<{serverId: string; command: z.input<typeof ServerCommand>}>(() => true)
	.transform((value: unknown, context): RconAnswer => {
		const answer = readAwaitedRcon(value);
		if (answer) return answer;
		context.addIssue({code: 'custom', message: 'expected the output of a command'});
		return z.NEVER;
	});
