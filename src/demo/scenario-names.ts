/** Incidents to practise on, each going on as long as the sandbox is open. */
export const scenarioNames = ['node-down', 'crash-loop', 'slow-rcon', 'busy-feed'] as const;
export type ScenarioName = (typeof scenarioNames)[number];
