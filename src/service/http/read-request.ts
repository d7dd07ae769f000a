import type {ByName} from '../../lib/json/maps.ts';
import * as z from 'zod';
import type {Endpoint} from '../../contract/endpoint.ts';
import {reasonOf} from '../../contract/reasons.ts';
import {isTooDeep, maxDepth} from '../../lib/json/depth.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {printableLine} from '../../lib/text/text.ts';
import {requestCheckMessages} from '../../messages/service.ts';
import {notAccepted, Refusal} from './refusal.ts';

type Fields = Record<string, unknown>;
/** zod takes longer to create a schema than to apply it. */
const objectOf = memoize((fields: ByName<z.ZodType>) => z.strictObject(fields));

const noFields = {};
/** Of a field, in a message. */
const maxNameLength = 100;

type Sizes = {maxBodyBytes: number; maxUploadBytes: number};

/**
Reads the flat input of an endpoint's handler: path, query and body, each validated by the endpoint's schemas. Anything
invalid is refused with `validation.failed` (Specification: Errors), and a body that is too large with status 413. So are
fields that the endpoint does not have: `{"delayMinute": 10}` must not stop a server at once.
*/
export async function readRequest(
	row: Endpoint,
	request: Request,
	path: ByName<string>,
	sizes: Sizes,
): Promise<Fields> {
	return {
		...path,
		...readQuery(row, new URL(request.url).searchParams),
		...(await readBody(row, request, sizes)),
	};
}

function readQuery(row: Endpoint, parameters: URLSearchParams): Fields {
	if (!row.query) return {};
	const fields: Fields = {};
	for (const name of Object.keys(row.query)) {
		// Repeated parameters and comma-separated lists are equivalent; an empty parameter counts as missing.
		const values = parameters.getAll(name).filter(value => value !== '');
		if (values.length > 0) fields[name] = values.join(',');
	}
	return read(objectOf(row.query), fields);
}

async function readBody(row: Endpoint, request: Request, sizes: Sizes): Promise<Fields> {
	if (row.upload !== undefined) return readUpload(row.upload, request, sizes.maxUploadBytes);
	if (row.method === 'GET') return {};
	const {body = noFields, openBody} = row;
	const text = new TextDecoder().decode(await readBytes(request, sizes.maxBodyBytes));
	const json = text.trim() === '' ? {} : jsonIn(text);
	if (openBody) return {content: read(openBody, json)};
	if (typeof json !== 'object' || json === null || Array.isArray(json))
		throw notAccepted(requestCheckMessages.notAnObject);
	return read(objectOf(body), json);
}

async function readUpload(part: string, request: Request, maxBytes: number): Promise<Fields> {
	// Allow for the form around the file.
	const bytes = await readBytes(request, maxBytes + 64 * 1024);
	const contentType = request.headers.get('content-type') ?? '';
	let form: FormData;
	try {
		form = await new Response(bytes, {headers: {'content-type': contentType}}).formData();
	} catch {
		throw notAccepted(requestCheckMessages.notAForm);
	}
	const file = form.get(part);
	if (file === null || typeof file === 'string') throw notAccepted(requestCheckMessages.noFile(part));
	if (file.size === 0 || file.size > maxBytes) throw notAccepted(requestCheckMessages.fileSize(maxBytes));
	return {file: new Uint8Array(await file.arrayBuffer()), fileName: file.name, contentType: file.type};
}

/** Reads a body and stops at the limit, so that no client can exhaust memory. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		// Null if the request has no body.
		for await (const chunk of request.body ?? []) {
			size += chunk.length;
			if (size > maxBytes) break;
			chunks.push(chunk);
		}
	} catch (cause) {
		throw notAccepted(requestCheckMessages.cutOff, cause);
	}
	if (size > maxBytes)
		throw new Refusal('general.payload_too_large', requestCheckMessages.largeBody(maxBytes));
	return new Uint8Array(Buffer.concat(chunks));
}

function jsonIn(text: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw notAccepted(requestCheckMessages.notJson);
	}
	if (isTooDeep(value)) throw notAccepted(requestCheckMessages.deepBody(maxDepth));
	return value;
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const result = schema.safeParse(value);
	if (!result.success) throw notAccepted(problemOf(result.error));
	return result.data;
}

/** Returns what is wrong with the first wrong field, with the field's name. */
export function problemOf(error: z.ZodError): string {
	const [issue] = error.issues;
	if (issue?.code !== 'unrecognized_keys') return reasonOf(error);
	const name = [...issue.path, ...issue.keys.slice(0, 1)].join('.');
	return requestCheckMessages.unknownField(printableLine(name.slice(0, maxNameLength)));
}
