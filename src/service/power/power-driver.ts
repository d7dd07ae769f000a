/** CPU and memory of the processes of a server, as its driver reports them; unknown values are undefined. */
export type Usage = {
	/** CPU time since some moment, ms (only its growth matters); or the present use, where 100 is one core. */
	cpuMs?: number | undefined;
	cpuPercent?: number | undefined;
	memoryBytes?: number | undefined;
};

/** Whether a server runs, as its driver sees it. A running server need not answer yet. */
export type PowerStatus =
	/** `usage`: its CPU and memory, if requested. */
	| {kind: 'running'; usage?: Usage | undefined}
	/** `how`: how it ended, as a sentence, if the driver knows. */
	| {kind: 'stopped'; how?: string | undefined}
	/**
	`reason`: why the driver cannot tell, as a sentence. `hasEnded`: the server has ended, and its supervisor will start it
	again.
	*/
	| {kind: 'unknown'; reason: string; hasEnded?: true};

/** A driver failed. The message is a sentence for the user. */
export class PowerError extends Error {
	override readonly name = 'PowerError';
}

/** What drivers do. */
export const driverVerbs = ['start', 'stop', 'kill'] as const;
export type DriverVerb = (typeof driverVerbs)[number];

/**
Starts and stops one server and observes whether it runs. Every function may be called at any time. Functions that
take a signal reject with its reason when it is aborted.
*/
export type PowerDriver = {
	/** The unsupported actions, with the reason as a sentence; empty if it supports all. */
	blocked: Partial<Record<DriverVerb, string>>;
	/** How long after a start the status may still be the one from before, ms. */
	lagMs: number;
	/** Resolves once the server is being started, without waiting for an answer. Throws `PowerError`. */
	start: (signal: AbortSignal) => Promise<void>;
	/** Asks the server to end, with time to save. Resolves once it was asked. Throws `PowerError`. */
	stop: (signal: AbortSignal) => Promise<void>;
	/** Ends the server at once. Throws `PowerError`. */
	kill: (signal: AbortSignal) => Promise<void>;
	/** Never throws, except for the signal. `withUsage`: also ask for CPU and memory, if known. */
	status: (signal: AbortSignal, withUsage?: boolean) => Promise<PowerStatus>;
	/** The last lines of the server's output, oldest first; empty if the driver has no access to it. */
	log: (signal: AbortSignal) => Promise<readonly string[]>;
	/** Ends the observation. The server continues. */
	release: () => void;
};
