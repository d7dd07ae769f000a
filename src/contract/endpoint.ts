import type * as z from 'zod';
import type {Permission} from './permissions.ts';

/** An endpoint of the service. Fields of path, query and body are one flat input. */
export type Endpoint = {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** Another path under which some services offer it; tried only if `path` gives 404 or 405. */
	alternative?: string;
	query?: Shape;
	/** The fields of a JSON object. */
	body?: Shape;
	/**
	What else the client sends in the body. `unknownFields`: fields that `body` does not name, unchanged.
	`everything`: a record is sent back as it was read, even with values that `body` does not allow; whoever changes a field
	checks it with `checkFields`.
	*/
	passes?: 'unknownFields' | 'everything';
	/** A JSON body of any shape; in the input it is `content`. */
	openBody?: z.ZodType;
	/** The name of the file part of a multipart form; the input has `file`, `fileName` and `contentType`. */
	upload?: string;
	response: z.ZodType | 'bytes' | 'text' | 'nothing';
	/** A GET whose `response` reads plain text as well as JSON. */
	plainText?: true;
	/**
	Creates a faster reader with the same result as `response`, for one client and polled endpoints. It may cache what it
	read before and change the value in place; undefined leaves the unchanged value to `response`.
	*/
	reader?: () => (value: unknown) => unknown;
	permission?: Permission;
	/** Not in the specification: offered only once the service has shown that it supports it. */
	extension?: true;
};

type Shape = Record<string, z.ZodType>;

export type Upload = {file: Uint8Array; fileName: string; contentType: string};
export type Bytes = {bytes: Uint8Array; contentType: string | undefined};
/**
`deadlineMs`: for the whole call, including retries. `background`: nobody waits for it (polls, watches,
fan-outs), so it leaves the last retries to the admin's own actions. `retryMissing`: also tries an extension that was missing.
`asSent`: keeps the record as sent, for `sourceOf`.
*/
export type CallOptions = {
	signal?: AbortSignal;
	deadlineMs?: number;
	background?: boolean;
	retryMissing?: boolean;
	asSent?: boolean;
};

/** Keeps the literal types. */
export const endpoint = <const Row extends Endpoint>(row: Row): Row => row;

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathParams<Rest>
	: never;
type Sent<Fields> = Fields extends Shape ? z.input<z.ZodObject<Fields>> : unknown;
type Received<Fields> = Fields extends Shape ? z.output<z.ZodObject<Fields>> : unknown;
type Simple<Type> = {[Key in keyof Type]: Type[Key]};
type Fixed<Row extends Endpoint> = Record<PathParams<Row['path']>, string> &
	(Row extends {upload: string} ? Upload : unknown);

/** Input of a caller. */
export type Input<Row extends Endpoint> = Simple<
	Fixed<Row> &
		Sent<Row['query']> &
		(Row extends {passes: 'everything'} ? unknown : Sent<Row['body']>) &
		(Row extends {openBody: infer Open extends z.ZodType} ? {content: z.input<Open>} : unknown)
> &
	(Row extends {passes: string} ? Record<string, unknown> : unknown);
/** Input of a handler of the service. */
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
/** Result for a caller. */
export type Output<Row extends Endpoint> = Answer<
	Row,
	Row['response'] extends z.ZodType ? z.output<Row['response']> : never,
	void
>;
/** Result of a handler of the service. */
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
