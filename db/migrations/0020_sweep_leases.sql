CREATE TABLE `sweep_leases` (
	`duty` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL,
	`place` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
DROP INDEX `case_decisions_to_forget`;--> statement-breakpoint
CREATE INDEX `case_decisions_removed` ON `case_decisions` (`created_at`) WHERE undo is not null and action in ('remove_photo', 'remove_text');--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `cases_decided` ON `cases` (`number`) WHERE status = 'decided';--> statement-breakpoint
CREATE INDEX `entitlements_stopped` ON `entitlements` (`provider`,`subscription`,`customer`) WHERE subscription is not null and customer is not null and renews = 0;--> statement-breakpoint
CREATE INDEX `notification_settings_offers` ON `notification_settings` (`member_id`) WHERE matrix ->> '$.offer' is not null;--> statement-breakpoint
CREATE INDEX `operator_enrolments_by_end` ON `operator_enrolments` (`expires_at`);--> statement-breakpoint
CREATE INDEX `operator_sessions_by_end` ON `operator_sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `hides_of_hidden` ON `hides` (`hidden_id`);