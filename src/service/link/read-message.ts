import * as z from 'zod';
import {parseJson} from '../../lib/json.ts';
import {LinkProblem} from './link-problem.ts';

const Any = z.object({type: z.string()});

/**
Reads a message. Returns undefined for one of a type that is not known, which a newer version may send. Throws
`LinkProblem` with the place of what is wrong.
*/
export function readMessage<Message extends z.ZodDiscriminatedUnion>(
	schema: Message,
	text: string,
	invalid: (where: string) => string,
): z.output<Message> | undefined {
	const value = parse(text);
	const read = schema.safeParse(value);
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	const {data: any} = Any.safeParse(value);
	if (any && issue?.path.length === 1 && issue.path[0] === 'type') return undefined;
	const where = any ? [any.type, ...(issue?.path ?? [])].join('.') : 'JSON';
	throw new LinkProblem(invalid(where.slice(0, 200)));
}

function parse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
