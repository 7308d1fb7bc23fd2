ALTER TABLE `participants` RENAME COLUMN "is_open" TO "is_accessible";--> statement-breakpoint
ALTER TABLE `complaints` RENAME COLUMN "answered_at" TO "answer_mailed_at";--> statement-breakpoint
ALTER TABLE `discounts` RENAME COLUMN "uses" TO "max_uses";--> statement-breakpoint
ALTER TABLE `discounts` RENAME COLUMN "per_account" TO "max_uses_per_account";--> statement-breakpoint
ALTER TABLE `reports` RENAME COLUMN "messages" TO "message_ids";