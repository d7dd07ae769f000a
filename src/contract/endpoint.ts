import type * as z from 'zod';
import type {Permission} from './permissions.ts';

/** An endpoint of the service. Its input is flat: the fields of path, query and body together. */
export type Endpoint = {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** The path that some services use instead. Tried only if `path` returns 404 or 405. */
	alternative?: string;
	query?: Shape;
	/** The fields of a JSON object. */
	body?: Shape;
	/**
	What the client sends in the body besides the fields of `body`. `unknownFields`: input fields that `body`
	does not name, unchanged. `everything`: a record as it was read, even with values that `body` does not
	allow; the code that changes a field validates it with `checkFields`.
	*/
	passes?: 'unknownFields' | 'everything';
	/** A JSON body of any shape, passed as `content` in the input. */
	openBody?: z.ZodType;
	/** The name of the file part of a multipart form. The input has `file`, `fileName` and `contentType`. */
	upload?: string;
	response: z.ZodType | 'bytes' | 'text' | 'nothing';
	/** A GET whose `response` accepts plain text as well as JSON. */
	plainText?: true;
	/**
	Creates a faster reader with the same result as `response`, for polled endpoints; each client has its own.
	The reader may cache earlier results and change the value in place, unless it is needed `asSent`. If it returns
	undefined, the value is unchanged and `response` reads it.
	*/
	reader?: () => (value: unknown, asSent?: boolean) => unknown;
	/** Creates the reader of a list that is requested `asText`. */
	textReader?: (options: TextOptions) => TextReader;
	/**
	Checks usual input like the schemas of `query` and `body`, and returns what to send. If it returns undefined, the
	schemas check the input.
	*/
	writer?: (
		input: Readonly<Record<string, unknown>>,
	) => {query: Record<string, unknown>; body: unknown} | undefined;
	/** The service waits for the node as long as `timeoutMs` says. */
	waits?: true;
	permission?: Permission;
	/** Needs no credentials. */
	isPublic?: true;
	/** Not in the specification. Offered only after the service has shown that it supports it. */
	extension?: true;
};

type Shape = Record<string, z.ZodType>;

export type Upload = {file: Uint8Array; fileName: string; contentType: string};
export type Bytes = {bytes: Uint8Array; contentType: string | undefined};
/**
`deadlineMs`: limit for the whole call, including retries. `background`: nobody waits for the call (polls, watches,
fan-outs), so it leaves the last retries to the admin's own actions. `retryMissing`: also tries an extension that was
missing before. `asSent`: keeps the record as sent, for `sourceOf`. `isProbe`: the program asks by itself, which its
records tell apart. `asText`: reads the list of servers while it arrives, and returns only the fields that name, filter and
count each server; the others are missing or empty.
*/
export type CallOptions = {
	signal?: AbortSignal;
	deadlineMs?: number;
	background?: boolean;
	retryMissing?: boolean;
	asSent?: boolean;
	asText?: TextOptions;
	isProbe?: boolean;
};

/**
`begin` is called before the list is read, and again before each further attempt. `take` then receives each server once, with its
JSON as sent, as soon as it is read. The list may still turn out to be incomplete or invalid. `without`: fields to leave out
of the JSON.
*/
export type TextOptions = {
	begin: () => void;
	take: (server: {id: string}, json: string) => void;
	without: readonly string[];
};
export type TextReader = {
	add: (record: unknown) => void;
	/** Returns the list with the rest of it, or undefined if that is not a list. */
	end: (rest: unknown) => unknown;
};

/** Returns the row unchanged and preserves its literal types. */
export const endpoint = <const Row extends Endpoint>(row: Row): Row => row;

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathParams<Rest>
	: never;
type Sent<Fields> = Fields extends Shape ? z.input<z.ZodObject<Fields>> : unknown;
type Received<Fields> = Fields extends Shape ? z.output<z.ZodObject<Fields>> : unknown;
type Simple<Type> = {[Key in keyof Type]: Type[Key]};
type Fixed<Row extends Endpoint> = Record<PathParams<Row['path']>, string> &
	(Row extends {upload: string} ? Upload : unknown);

/** The input that a caller of the endpoint passes. */
export type Input<Row extends Endpoint> = Simple<
	Fixed<Row> &
		Sent<Row['query']> &
		(Row extends {passes: 'everything'} ? unknown : Sent<Row['body']>) &
		(Row extends {openBody: infer Open extends z.ZodType} ? {content: z.input<Open>} : unknown)
> &
	(Row extends {passes: string} ? Record<string, unknown> : unknown);
/** The input that a handler of the service receives. */
export type Request<Row extends Endpoint> = Simple<
	Fixed<Row> &
		Received<Row['query']> &
		Received<Row['body']> &
		(Row extends {openBody: infer Open extends z.ZodType} ? {content: z.output<Open>} : unknown)
>;

type Answer<Row extends Endpoint, Parsed, Unparsed> = Row['response'] extends z.ZodType
	? Parsed
	: Row['response'] extends 'bytes'
		? Bytes
		: Row['response'] extends 'text'
			? string
			: Unparsed;
/** The result that a caller receives. */
export type Output<Row extends Endpoint> = Answer<
	Row,
	Row['response'] extends z.ZodType ? z.output<Row['response']> : never,
	void
>;
/** The result that a handler of the service returns. */
export type Reply<Row extends Endpoint> = Answer<
	Row,
	Row['response'] extends z.ZodType ? z.input<Row['response']> : never,
	void
>;

export type ClientOf<Rows extends Record<string, Endpoint>> = {
	[Name in keyof Rows]: Record<never, never> extends Input<Rows[Name]>
		? (input?: Input<Rows[Name]>, options?: CallOptions) => Promise<Output<Rows[Name]>>
		: (input: Input<Rows[Name]>, options?: CallOptions) => Promise<Output<Rows[Name]>>;
};
