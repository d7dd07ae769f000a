import type {ByName} from '../lib/json/maps.ts';
import type * as z from 'zod';
import type {Permission} from './permissions.ts';

/** An endpoint of the service. Its input is flat: the fields of path, query and body together. */
export type Endpoint = {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** The path that some services use instead. Tried only if `path` returns 404 or 405. */
	alternative?: string;
	/** The specification lists the other path as well. */
	isAlternativeSpecified?: true;
	query?: Shape;
	/** The fields of a JSON object. */
	body?: Shape;
	/** Fields of `body` that are not in the specification. */
	extensionFields?: readonly string[];
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
	/** The status of success, if not 200. */
	status?: 202 | 204;
	/** The parameter with the id of the record in the response. */
	recordId?: string;
	/** The service waits for the node as long as `timeoutMs` says. */
	waits?: true;
	/** What the action log makes of it: nothing, because it changes nothing, or a security event. */
	log?: 'none' | 'grants' | 'ends';
	permission?: Permission;
	/** Needs no credentials. */
	isPublic?: true;
	/** Needs credentials, but no team. */
	withoutTeam?: true;
	/** Not in the specification. Offered only after the service has shown that it supports it. */
	extension?: true;
};

type Shape = ByName<z.ZodType>;

export type Upload = {file: Uint8Array; fileName: string; contentType: string};
export type Bytes = {bytes: Uint8Array; contentType: string | undefined};
/**
`deadlineMs`: limit for the whole call, including retries. `background`: nobody waits for the call (polls, watches,
fan-outs), so it leaves the last retries to the admin's own actions. `retryMissing`: also tries an extension that was
missing before. `isProbe`: the program asks by itself, which its records tell apart.
*/
export type CallOptions = {
	signal?: AbortSignal | undefined;
	deadlineMs?: number | undefined;
	background?: boolean | undefined;
	retryMissing?: boolean | undefined;
	isProbe?: boolean | undefined;
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

export type ClientOf<Rows extends ByName<Endpoint>> = {
	[Name in keyof Rows]: Record<never, never> extends Input<Rows[Name]>
		? (input?: Input<Rows[Name]>, options?: CallOptions) => Promise<Output<Rows[Name]>>
		: (input: Input<Rows[Name]>, options?: CallOptions) => Promise<Output<Rows[Name]>>;
};
