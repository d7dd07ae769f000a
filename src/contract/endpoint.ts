import type * as z from 'zod';
import type {Permission} from './permissions.ts';

/** Everything that is known about one endpoint. Fields of path, query and body are one flat input. */
export type Endpoint = {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** Another path under which services offer the same; tried when `path` is answered 404 or 405, and at no other time. */
	alternative?: string;
	query?: Shape;
	/** The fields of a JSON object. */
	body?: Shape;
	/**
	What else the client sends in a body. `unknownFields`: those that `body` does not name, as they are given.
	`everything`: a record goes back as it was read, also where `body` would not allow a value; whoever changes a field
	checks the change with `checkFields`.
	*/
	passes?: 'unknownFields' | 'everything';
	/** A JSON body whose shape is open; the input carries it as `content`. */
	openBody?: z.ZodType;
	/** The name of the file part of a multipart form; the input carries `file`, `fileName` and `contentType`. */
	upload?: string;
	response: z.ZodType | 'bytes' | 'text' | 'nothing';
	/** A GET whose `response` reads plain text as well as JSON. */
	plainText?: true;
	/**
	Makes, for one client, a quicker reader that gives what `response` would: for what is polled. It may keep what it
	read before, and change the value in place; undefined leaves the value, untouched, to `response`.
	*/
	reader?: () => (value: unknown) => unknown;
	permission?: Permission;
	/** Not in the specification: offered only after the service has shown that it has such things. */
	extension?: true;
};

type Shape = Record<string, z.ZodType>;

export type Upload = {file: Uint8Array; fileName: string; contentType: string};
export type Bytes = {bytes: Uint8Array; contentType: string | undefined};
/**
`deadlineMs` is for the whole call, retries included. `background` marks what nobody waits for (polls, watches,
fan-outs): it leaves the last retries to the admin's own actions. `anew` asks also for an extension that was found missing.
`asSent` keeps what the service sent for `sourceOf`.
*/
export type CallOptions = {
	signal?: AbortSignal;
	deadlineMs?: number;
	background?: boolean;
	anew?: boolean;
	asSent?: boolean;
};

/** Keeps the row's literal types. */
export const endpoint = <const Row extends Endpoint>(row: Row): Row => row;

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathParams<Rest>
	: never;
type Sent<Fields> = Fields extends Shape ? z.input<z.ZodObject<Fields>> : unknown;
type Received<Fields> = Fields extends Shape ? z.output<z.ZodObject<Fields>> : unknown;
type Simple<Type> = {[Key in keyof Type]: Type[Key]};
type Fixed<Row extends Endpoint> = Record<PathParams<Row['path']>, string> &
	(Row extends {upload: string} ? Upload : unknown);

/** What a caller passes. */
export type Input<Row extends Endpoint> = Simple<
	Fixed<Row> &
		Sent<Row['query']> &
		(Row extends {passes: 'everything'} ? unknown : Sent<Row['body']>) &
		(Row extends {openBody: infer Open extends z.ZodType} ? {content: z.input<Open>} : unknown)
> &
	(Row extends {passes: string} ? Record<string, unknown> : unknown);
/** What a handler of the service gets. */
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
/** What a caller gets. */
export type Output<Row extends Endpoint> = Answer<
	Row,
	Row['response'] extends z.ZodType ? z.output<Row['response']> : never,
	void
>;
/** What a handler of the service gives. */
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
