/** Resolves like `work`; rejects with the reason of `signal` as soon as it is aborted. */
export async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
	const given = Promise.withResolvers<never>();
	const abandon = () => given.reject(signal.reason);
	if (signal.aborted) abandon();
	else signal.addEventListener('abort', abandon, {once: true});
	try {
		return await Promise.race([work, given.promise]);
	} finally {
		// Node keeps a combined signal, with everything its listeners capture, until it has no listeners.
		signal.removeEventListener('abort', abandon);
	}
}
