import type {CallOptions} from '../../contract/endpoint.ts';
import {ApiError, isNotCarriedOut, type Reason} from '../../contract/errors.ts';
import {type Clock, pause} from '../../lib/time/clock.ts';
import {requestMessages} from '../../messages/errors.ts';
import {deadlineReached, failureOf, type RetryBudget, retryDelay, tooLarge} from './failures.ts';
import {refusalOf} from './refusals.ts';
import type {Wire, WireAnswer, WireRequest} from './wire.ts';

/** Reported for each attempt: for the log, for `doctor`, and to learn the clock skew. */
export type CallReport = {
	/** The endpoint without ids: `GET /server/by-team/{teamId}`. */
	request: string;
	attempt: number;
	/** Epoch ms. */
	startedAt: number;
	ms: number;
	outcome: 'answered' | Reason;
	status: number | undefined;
	/** How far the service's clock is ahead of ours, from its Date header; accurate to about a second. */
	skewMs: number | undefined;
	/** A poll, not a call that someone waits for. */
	isBackground: boolean;
};

/** Receives the report of an attempt with the request, which contains credentials, and the response. */
export type OnExchange = (report: CallReport, request: WireRequest, answer: WireAnswer | undefined) => void;

export type ExchangeSettings = {
	wire: Wire;
	clock: Clock;
	random: () => number;
	budget: RetryBudget;
	deadlineMs: number;
	maxBytes: number;
	/** No credentials are configured. */
	isAnonymous: boolean;
	onCall: (report: CallReport) => void;
	onExchange: OnExchange | undefined;
};

/** Sends a request, retries it where that is safe, and returns the 2xx response; rejects with `ApiError`. */
export type Exchange = (request: WireRequest, name: string, options: CallOptions) => Promise<WireAnswer>;

export function createExchange(settings: ExchangeSettings): Exchange {
	const {clock, budget, random} = settings;
	return async (request, name, options) => {
		const deadlineMs = options.deadlineMs ?? settings.deadlineMs;
		const endsAt = clock.monotonic() + deadlineMs;
		const background = options.background === true;
		for (let attempt = 1; ; attempt++) {
			try {
				return await attemptOnce(settings, request, {name, options, attempt, deadlineMs, endsAt});
			} catch (error) {
				if (!(error instanceof ApiError) || !(request.method === 'GET' || isNotCarriedOut(error)))
					throw error;
				const delay = retryDelay(error, attempt, background, random);
				if (delay === undefined || clock.monotonic() + delay >= endsAt || !budget.take(background))
					throw error;
				const since = clock.now();
				await pause(clock, delay, options.signal).catch((cause: unknown) => {
					throw new ApiError(requestMessages.givenUp, {reason: 'canceled', request: name, cause});
				});
				// The process was suspended: the user may not want the change anymore.
				if (request.method !== 'GET' && clock.now() - since > delay + lateMs) throw error;
			}
		}
	};
}

const lateMs = 2000;

type Attempt = {name: string; options: CallOptions; attempt: number; deadlineMs: number; endsAt: number};

async function attemptOnce(
	{wire, clock, maxBytes, isAnonymous, onCall, onExchange}: ExchangeSettings,
	request: WireRequest,
	{name, options, attempt, deadlineMs, endsAt}: Attempt,
): Promise<WireAnswer> {
	const startedAt = clock.now();
	const since = clock.monotonic();
	const deadline = new AbortController();
	const cancelTimer = clock.after(endsAt - since, () => deadline.abort(deadlineReached));
	const signals = options.signal ? [deadline.signal, options.signal] : [deadline.signal];
	let sent = false;
	const report = (outcome: CallReport['outcome'], answer?: WireAnswer) => {
		const ms = clock.monotonic() - since;
		const skewMs = answer && skewOf(answer, startedAt, ms);
		const isBackground = options.background === true;
		const status = answer?.status;
		const facts = {request: name, attempt, startedAt, ms, outcome, status, skewMs, isBackground};
		onCall(facts);
		onExchange?.(facts, request, answer);
	};
	const signal = AbortSignal.any(signals);
	try {
		const answer = inUtf8(await wire(request, {signal, maxBytes, onSent: () => (sent = true)}));
		const isGood = answer.status >= 200 && answer.status <= 299;
		if (isGood && answer.isCut) throw tooLarge;
		report(isGood ? 'answered' : 'refused', answer);
		if (isGood) return answer;
		throw refusalOf(answer, {request: name, url: request.url, now: clock.now(), isAnonymous});
	} catch (cause) {
		if (cause instanceof ApiError) throw cause;
		const error = failureOf(cause, {
			request: name,
			host: request.url.host,
			isRead: request.method === 'GET',
			sent,
			isGivenUp: signal.aborted && cause === signal.reason,
			deadlineMs,
			maxBytes,
		});
		report(error.reason);
		throw error;
	} finally {
		cancelTimer();
	}
}

/** Returns the clock skew in ms; undefined if the answer has no date or was so slow that its delay may be the cause. */
function skewOf(answer: WireAnswer, startedAt: number, ms: number): number | undefined {
	const date = Date.parse(answer.header('date') ?? '');
	// The header has whole seconds: half a second is the best guess for the missing part.
	const skewMs = Math.round(date + 500 - startedAt - ms / 2);
	return Number.isNaN(date) || (ms > slowMs && Math.abs(skewMs) < ms) ? undefined : skewMs;
}

const slowMs = 2000;

/** Returns an answer whose text is in UTF-8, which everything else expects. */
function inUtf8(answer: WireAnswer): WireAnswer {
	const decoder = answer.body.byteLength > 0 ? decoderOf(answer.header) : undefined;
	return decoder ? {...answer, body: Buffer.from(decoder.decode(answer.body))} : answer;
}

/** Returns the decoder of a declared charset other than UTF-8; undefined if a text is UTF-8, or its charset unknown. */
function decoderOf(header: WireAnswer['header']) {
	const type = header('content-type') ?? '';
	const [, label] = /;\s*charset\s*=\s*["']?([\w.:+-]+)/i.exec(type) ?? [];
	const isText = /^\s*(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml))/i.test(type);
	if (label === undefined || !isText) return undefined;
	try {
		const decoder = new TextDecoder(label);
		return decoder.encoding === 'utf-8' ? undefined : decoder;
	} catch {
		return undefined;
	}
}
