/** Why the last alert was not delivered; undefined if it was delivered, or if there was none. */
export type AlertsState = {problem: string | undefined};

export const initialAlertsState: AlertsState = {problem: undefined};

export type AlertsEvent = {type: 'alerts/settled'; problem: string | undefined};

export const reduceAlerts = (state: AlertsState, {problem}: AlertsEvent): AlertsState =>
	problem === state.problem ? state : {problem};
