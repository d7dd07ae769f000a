/** Checks the usual input of `awaitRcon` and returns what to send; undefined if only the schemas can. */
export function writeAwaitedRcon({command, timeoutMs, ...input}: Readonly<Record<string, unknown>>) {
	const isUsual =
		typeof command === 'string' &&
		command.trim() !== '' &&
		input['await'] === undefined &&
		(timeoutMs === undefined || (Number.isSafeInteger(timeoutMs) && Number(timeoutMs) > 0));
	if (!isUsual) return undefined;
	return {query: {await: 'true', ...(timeoutMs !== undefined && {timeoutMs})}, body: {command}};
}
