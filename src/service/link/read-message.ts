import * as z from 'zod';
import {tryParseJson} from '../../lib/json/json.ts';

/** The other side does not follow the protocol. The message is a sentence for its operator. */
export class LinkProblem extends Error {
	override name = 'LinkProblem';
	/** The same for the process that runs the service. */
	readonly atService: string | undefined;
	constructor(message: string, atService?: string) {
		super(message);
		this.atService = atService;
	}
}

/** The connection no longer counts. The other side did nothing wrong and reconnects at once. */
export class LinkLost extends Error {
	override name = 'LinkLost';
}

const Any = z.object({type: z.string()});

/** Without these, there is no connection. */
const introductions = new Set(['hello', 'welcome']);

/**
Reads a message. Returns undefined for one that is not known or does not fit, which a newer version may send. Throws
`LinkProblem` with the place of what is wrong if it is an introduction or no message at all.
*/
export function readMessage<Message extends z.ZodDiscriminatedUnion>(
	schema: Message,
	text: string,
	invalid: (where: string) => string,
): z.output<Message> | undefined {
	const value = tryParseJson(text);
	const read = schema.safeParse(value);
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	const {data: any} = Any.safeParse(value);
	if (any && !introductions.has(any.type)) return undefined;
	const where = any ? [any.type, ...(issue?.path ?? [])].join('.') : 'JSON';
	throw new LinkProblem(invalid(where.slice(0, 200)));
}
