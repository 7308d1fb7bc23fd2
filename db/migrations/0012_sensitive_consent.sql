ALTER TABLE `members` ADD `sensitive_consent_version` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `sensitive_consent_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `sensitive_consent_ended_at` integer;